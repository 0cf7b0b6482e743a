import { Refusal } from "../base/refusal.ts";

export type Share = ReturnType<UploadRoom["share"]>;

/**
 * Bounds the bytes of uploads on this process's disk at one time, for one person and in total
 * (LOAD-1).
 */
export class UploadRoom {
  readonly #byPerson = new Map<string, number>();
  #bytes = 0;

  constructor(private readonly most: { person: number; process: number }) {}

  /**
   * Keeps count of one upload. `take` returns a refusal (429) if there is no room;
   * `giveBack` frees everything that was taken.
   */
  share(person: string) {
    let shareBytes = 0;
    const add = (bytes: number) => {
      shareBytes += bytes;
      this.#bytes += bytes;
      const ofPerson = (this.#byPerson.get(person) ?? 0) + bytes;
      if (ofPerson > 0) this.#byPerson.set(person, ofPerson);
      else this.#byPerson.delete(person);
    };
    return {
      take: (bytes: number): Refusal | undefined => {
        if ((this.#byPerson.get(person) ?? 0) + bytes > this.most.person)
          return tooMuch(
            "You already have too much uploading. Wait until it has finished, then try again.",
          );
        if (this.#bytes + bytes > this.most.process)
          return tooMuch("Too much is being uploaded. Try again in a minute.");
        add(bytes);
        return undefined;
      },
      giveBack: () => add(-shareBytes), // nothing is taken then
    };
  }
}

const tooMuch = (message: string) => new Refusal(429, message, undefined, { "Retry-After": "30" });

const megabyte = 1024 * 1024;
/**
 * Allows for uploads to a page being here twice while the platform reads them: a person's
 * largest song takes 200 MB.
 */
export const uploadRoom = new UploadRoom({ person: 256 * megabyte, process: 1024 * megabyte });
