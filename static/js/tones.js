// Short tones. Browsers let a page make a noise only after it was touched once: the touch opens what plays them.
const LASTS = 0.12;

// Hertz, and after how many seconds: the same at tables and boards.
export const TONES = {
  turn: [[587, 0], [784, 0.11]],
  double: [[523, 0], [523, 0.16], [784, 0.32]],
  end: [[784, 0], [659, 0.14], [523, 0.28]],
};

let sound = null;

export const openSound = () => {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  try {
    sound ??= new Context();
    if (sound.state === "suspended") sound.resume().catch(() => {});
  } catch { sound = null; }
};

// tones: Hertz, and after how many seconds; nothing is heard before a touch.
export const play = (tones, loud = 0.25) => {
  if (sound?.state !== "running") return false;
  for (const [pitch, after] of tones) {
    const begin = sound.currentTime + after;
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(loud, begin + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + LASTS);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + LASTS);
  }
  return true;
};
