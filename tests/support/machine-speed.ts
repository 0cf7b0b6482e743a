/**
 * Milliseconds of the computation below on the idle machine for which the tests' limits were
 * set.
 */
const usual = 40;

/**
 * Gives how many times slower than that machine this one is now, at least 1: by the clock, which
 * other processes change, and by its own computing time. Tests multiply a limit in milliseconds by
 * it, so that they do not depend on a machine's speed.
 */
export function measureSlowdown(): { clock: number; computing: number } {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    id: n,
    name: `Store ${(n * 7919) % 20_011}`,
    open: n % 3 === 0,
  }));
  rows.sort((a, b) => a.name.localeCompare(b.name));
  JSON.parse(JSON.stringify(rows));
  const { user, system } = process.cpuUsage(cpu);
  return {
    clock: Math.max(1, (performance.now() - began) / usual),
    computing: Math.max(1, (user + system) / 1000 / usual),
  };
}
