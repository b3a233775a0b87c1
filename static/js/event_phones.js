// Who lets phones in sees by itself which ask.
import { armLooks } from "./event_news.js";

armLooks();
