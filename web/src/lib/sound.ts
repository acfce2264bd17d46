/** Small synthesised sounds: sand, wood and a bell. Silent if the player turned sound off. */
import { settings } from './settings.svelte.ts';

let context: AudioContext | null = null;

function tone(
  frequency: number,
  at: number,
  length: number,
  loudness: number,
  kind: OscillatorType = 'sine',
): void {
  const start = context!.currentTime + at;
  const oscillator = new OscillatorNode(context!, { frequency, type: kind });
  const gain = new GainNode(context!, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context!.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

const SOUNDS = {
  move: () => tone(330, 0, 0.09, 0.08, 'triangle'),
  turn: () => [523, 784].forEach((note, index) => tone(note, index * 0.12, 0.5, 0.06)),
  end: () => [392, 523, 659, 784].forEach((note, index) => tone(note, index * 0.14, 0.9, 0.06)),
  no: () => tone(180, 0, 0.14, 0.06, 'triangle'),
};

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  // Browsers allow sound only after the player has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  SOUNDS[name]();
}
