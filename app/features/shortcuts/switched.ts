const name = "single-keys";

/** True if single-key shortcuts are on in this browser, also if the browser stores nothing. */
export function areOn(): boolean {
  try {
    return localStorage.getItem(name) !== "off";
  } catch {
    return true;
  }
}

export function turn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(name);
    else localStorage.setItem(name, "off");
  } catch {} // nothing is kept there
}
