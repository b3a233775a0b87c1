// A new club's time zone and currency, guessed from the browser; both can be changed before it is founded.

const EURO = "EUR";
const BY_ZONE = {
  "Europe/London": "GBP", "Europe/Belfast": "GBP", "Europe/Zurich": "CHF", "Europe/Vaduz": "CHF",
  "Europe/Copenhagen": "DKK", "Europe/Stockholm": "SEK", "Europe/Oslo": "NOK", "Europe/Warsaw": "PLN",
  "Europe/Prague": "CZK", "Europe/Budapest": "HUF", "Europe/Bucharest": "RON", "Europe/Istanbul": "TRY",
  "Europe/Belgrade": "RSD", "Europe/Kyiv": "UAH", "Europe/Kiev": "UAH", "Europe/Moscow": "RUB",
  "Europe/Chisinau": "MDL", "Europe/Minsk": "BYN", "Europe/Sarajevo": "BAM", "Europe/Skopje": "MKD",
  "Europe/Tirane": "ALL", "Europe/Gibraltar": "GIP", "Europe/Jersey": "GBP", "Europe/Guernsey": "GBP",
  "Europe/Isle_of_Man": "GBP", "Atlantic/Reykjavik": "ISK", "Atlantic/Canary": EURO, "Atlantic/Madeira": EURO,
  "Atlantic/Azores": EURO, "Africa/Ceuta": EURO, "Asia/Nicosia": EURO, "Asia/Tokyo": "JPY",
  "Asia/Jerusalem": "ILS", "Asia/Tel_Aviv": "ILS", "Asia/Istanbul": "TRY", "Asia/Tbilisi": "GEL",
  "Asia/Dubai": "AED", "Asia/Singapore": "SGD", "Asia/Hong_Kong": "HKD", "Asia/Kolkata": "INR",
  "Asia/Calcutta": "INR", "Pacific/Auckland": "NZD", "America/Toronto": "CAD", "America/Vancouver": "CAD",
  "America/Edmonton": "CAD", "America/Winnipeg": "CAD", "America/Halifax": "CAD", "America/Montreal": "CAD",
  "America/Mexico_City": "MXN", "America/Sao_Paulo": "BRL", "America/New_York": "USD", "America/Chicago": "USD",
  "America/Denver": "USD", "America/Los_Angeles": "USD", "America/Phoenix": "USD", "America/Detroit": "USD",
  "America/Anchorage": "USD", "Pacific/Honolulu": "USD",
};

function currencyOf(zone) {
  if (BY_ZONE[zone]) return BY_ZONE[zone];
  if (zone.startsWith("Australia/")) return "AUD";
  return zone.startsWith("Europe/") ? EURO : "";
}

const form = document.querySelector("[data-guess]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (form && zone) {
  const fields = { time_zone: zone, currency: currencyOf(zone) };
  for (const [name, guess] of Object.entries(fields)) {
    const field = form.elements.namedItem(name);
    // What somebody has typed, or what a refused form brought back, stays.
    if (field && guess && field.value === field.defaultValue && ["", "UTC"].includes(field.value)) field.value = guess;
  }
}
