{% load static %}// The worker of the table without network; only this answer's policy allows WebAssembly.
import "{% static 'js/offline/worker.js' %}";
