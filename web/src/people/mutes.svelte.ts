/** Whose phrases a person does not want to see: kept with the account; without one, in this browser. */
import type { Mutes } from '../generated/protocol.ts';
import { me } from '../lib/me.svelte.ts';
import { settings, updateSettings } from '../lib/settings.svelte.ts';
import { peopleApi } from './people-api.ts';

const MOST_HERE = 200; // in this browser

class MutedPeople {
  /** As the server knows them; null without an account, or until it has answered. */
  #kept: Mutes | null = $state.raw(null);
  #of: string | null = null;
  #loading: Promise<void> = Promise.resolve();

  get muteAll(): boolean {
    return this.#kept?.everybody ?? settings.muteAll;
  }

  get muted(): readonly string[] {
    return this.#kept?.people ?? settings.muted;
  }

  /** Ask the server for those of the person at this browser, unless they are known. */
  load(): void {
    const id = me.person?.id ?? null;
    if (id === this.#of) return;
    this.#of = id;
    this.#kept = null;
    if (id) this.#loading = this.#ask(id);
  }

  async #ask(id: string): Promise<void> {
    try {
      await this.#handOver();
      const found = await peopleApi.muted();
      if (this.#of === id) this.#kept = found;
    } catch {
      this.#of = null; // without an answer, this browser decides; the next table asks again
    }
  }

  /** Keep with the account what was chosen in this browser before there was one. */
  async #handOver(): Promise<void> {
    const { muteAll, muted } = settings;
    if (muteAll) await peopleApi.muteEverybody(true);
    for (const one of muted) await peopleApi.mute(one).catch(() => {}); // some may be gone
    if (muteAll || muted.length) updateSettings({ muteAll: false, muted: [] });
  }

  async set(id: string, yes: boolean): Promise<void> {
    await this.#loading;
    const others = this.muted.filter((one) => one !== id);
    const people = yes ? [id, ...others] : others;
    if (!this.#kept) return updateSettings({ muted: people.slice(0, MOST_HERE) });
    this.#kept = { ...this.#kept, people };
    await (yes ? peopleApi.mute(id) : peopleApi.unmute(id)).catch(forThisVisit);
  }

  async setAll(yes: boolean): Promise<void> {
    await this.#loading;
    if (!this.#kept) return updateSettings({ muteAll: yes });
    this.#kept = { ...this.#kept, everybody: yes };
    await peopleApi.muteEverybody(yes).catch(forThisVisit);
  }
}

/** If the server cannot be reached, the choice holds for this visit. */
function forThisVisit(): void {}

export const mutes = new MutedPeople();
