// An evening that was tried on this device comes here to be imported: `offline/try.js` has left its text.
const field = document.getElementById("text");
try {
  const sent = sessionStorage.getItem("csn");
  if (sent && !field.value) field.value = sent;
  sessionStorage.removeItem("csn");
} catch { /* the storage is closed to us: it can be pasted, or chosen as a file */ }
