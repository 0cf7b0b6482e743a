/**
 * Holds the time (ms) that the computation below takes on the machine for which limits were set,
 * when it is idle.
 */
const usual = 40;

/**
 * How many times slower than that machine this one is right now, at least 1: by the clock, which
 * other processes move, and by its own computing time. A limit in milliseconds is multiplied by it,
 * so that no test depends on how fast a machine is.
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
