// The sum of a game of points only, and one number for all, where an earlier game is put right.
import { armSum } from "./answers.js";

armSum();
