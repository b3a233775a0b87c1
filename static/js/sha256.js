// SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104): crypto.subtle does not exist on plain http.

const BEGIN = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const CONSTANTS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

const right = (word, bits) => (word >>> bits) | (word << (32 - bits));

// Plain steps: a match has hundreds of rolls to make, perhaps on an old phone.
const mix = (state, words) => {
  for (let i = 16; i < 64; i += 1) {
    const a = words[i - 15];
    const b = words[i - 2];
    const low = right(a, 7) ^ right(a, 18) ^ (a >>> 3);
    const high = right(b, 17) ^ right(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const choice = (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + choice + CONSTANTS[i] + words[i]) | 0;
    const majority = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + majority) | 0;
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
};

// Bytes in, 32 bytes out.
export const sha256 = (bytes) => {
  const whole = new Uint8Array(((bytes.length + 72) >>> 6) << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  let state = BEGIN;
  for (let at = 0; at < whole.length; at += 64) {
    const words = new Int32Array(64);
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
    state = mix(state, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) out.setInt32(4 * i, word);
  return new Uint8Array(out.buffer);
};

// A key of 64 bytes at most, and the message, as bytes.
export const hmac = (key, message) => {
  const pad = (mask) => Uint8Array.from({ length: 64 }, (_none, i) => (key[i] ?? 0) ^ mask);
  const joined = (head, tail) => {
    const both = new Uint8Array(head.length + tail.length);
    both.set(head);
    both.set(tail, head.length);
    return both;
  };
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
};

export const bytesOf = (text) => new TextEncoder().encode(text);
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// A text's digest in hex, as Python's hashlib.sha256(text.encode()).hexdigest().
export const digestOf = (text) => hexOf(sha256(bytesOf(text)));
