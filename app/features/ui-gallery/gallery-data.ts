import type { Tone } from "~/ui/frame/pill";

export type SampleStore = {
  id: string;
  name: string;
  code: string;
  unit: string;
  tone: Tone;
  status: string;
  lastSeen: string;
  volume: number;
  plays: number;
};

export const stores: SampleStore[] = [
  {
    id: "12",
    name: "Andheri West",
    code: "NWR-0012",
    unit: "West › Mumbai › Flagship",
    tone: "ok",
    status: "Online",
    lastSeen: "2 min ago",
    volume: 62,
    plays: 312,
  },
  {
    id: "31",
    name: "Camp MG Road",
    code: "NWR-0031",
    unit: "West › Pune › High street",
    tone: "warn",
    status: "Online, silent 42 min",
    lastSeen: "1 min ago",
    volume: 60,
    plays: 121,
  },
  {
    id: "33",
    name: "Chembur",
    code: "NWR-0033",
    unit: "West › Mumbai › High street",
    tone: "bad",
    status: "Offline 3 h 10 min",
    lastSeen: "09:14 today",
    volume: 55,
    plays: 84,
  },
  {
    id: "52",
    name: "Fort",
    code: "NWR-0052",
    unit: "West › Mumbai › Flagship",
    tone: "idle",
    status: "Closed, opens 10:00",
    lastSeen: "22:01 yesterday",
    volume: 0,
    plays: 0,
  },
  {
    id: "61",
    name: "Ghatkopar",
    code: "NWR-0061",
    unit: "West › Mumbai › Mall",
    tone: "info",
    status: "Starting",
    lastSeen: "now",
    volume: 64,
    plays: 3022,
  },
];
