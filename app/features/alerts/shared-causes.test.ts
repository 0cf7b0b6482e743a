import { describe, expect, test } from "vitest";
import { groupByCause } from "./shared-causes";

const figures = {
  figure: (value: number) => String(value),
  counted: (count: number, one: string) => `${count} ${one}s`,
};
type Alert = Parameters<typeof groupByCause>[0][number];
const minute = (at: number) => new Date(Date.UTC(2026, 10, 20, 6, at)).toISOString();
const alertAt = (at: number, more: Partial<Alert> = {}): Alert => ({
  kind: "offline",
  companyId: 1,
  companyName: "Northwind",
  city: "Mumbai",
  beganAt: minute(at),
  timeZone: "Asia/Kolkata",
  cause: null,
  note: null,
  ...more,
});
const sectionsOf = (alerts: Alert[]) => groupByCause(alerts, figures).sections;

describe("Alerts with a shared cause [OPS-2]", () => {
  test("offline stores of a city that went together stand first, after calls for help", () => {
    const alone = alertAt(0, { city: "Pune" });
    const late = alertAt(11);
    const call = alertAt(5, { kind: "help" });
    const together = [alertAt(0), alertAt(3), alertAt(10, { companyId: 2 })];
    expect(groupByCause([call, alone, ...together, late], figures)).toEqual({
      alerts: [call, ...together, alone, late],
      sections: [
        { label: "Call for help", note: null, rows: 1 },
        {
          label: "Offline together, Mumbai",
          note: "3 stores, within 10 min from 20/11/26 11:30",
          rows: 3,
        },
        { label: "On their own", note: null, rows: 2 },
      ],
    });
  });

  test("silent stores share their company, and two stores are no group", () => {
    const silent = (at: number, city: string) => alertAt(at, { kind: "silent", city });
    expect(sectionsOf([silent(0, "Pune"), silent(1, "Mumbai"), silent(2, "Delhi")])).toMatchObject([
      { label: "Online, silent together, Northwind", rows: 3 },
    ]);
    expect(sectionsOf([alertAt(0), alertAt(1)])).toEqual([]);
    expect(sectionsOf([alertAt(0), alertAt(11), alertAt(22)])).toEqual([]);
  });

  test("alerts with the same cause and note are one group, whatever their kinds and times", () => {
    const noted = { cause: "network" as const, note: "Ticket 88412" };
    const alerts = [
      alertAt(0, noted),
      alertAt(1, { note: "Called" }),
      alertAt(2, { note: "Called" }),
      alertAt(50, { ...noted, kind: "silent", city: "Pune" }),
    ];
    expect(groupByCause(alerts, figures)).toEqual({
      alerts: [alerts[0], alerts[3], alerts[1], alerts[2]],
      sections: [
        { label: "Network", note: "Ticket 88412", rows: 2 },
        { label: "On their own", note: null, rows: 2 },
      ],
    });
  });
});
