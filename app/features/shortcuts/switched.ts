const name = "single-keys";

/** Whether this browser has the shortcuts of single keys on; a browser that keeps nothing has. */
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
