import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { helpReasons } from "./words.ts";

export const callForHelp = endpoint({
  method: "post",
  path: "/player/help",
  summary:
    "The caller's own store calls for help: an alert that stands until a person closes it. A second call while it is open replaces its words",
  access: ["player"],
  scope: "company",
  body: z.strictObject({
    reason: z.enum(helpReasons),
    details: field.line
      .max(200, "At most 200 characters are allowed.")
      .regex(printable, messages.printable)
      .optional(),
  }),
  data: z.object({ calledAt: z.iso.datetime() }),
});

export const addVoiceNote = endpoint({
  method: "post",
  path: "/player/help/voice-note",
  summary:
    "Add a recording of at most 30 seconds to the open call for help of the caller's own store, in place of an earlier one",
  access: ["player"],
  scope: "company",
  upload: { kind: "voice", most: 1 },
  data: z.object({ seconds: z.int() }),
});

export const playVoiceNote = endpoint({
  method: "get",
  path: "/alert/{id}/voice-note",
  summary: "The recording of a call for help, with ranges",
  access: ["DASHBOARD"],
  scope: "company",
  params: z.strictObject({ id: idOf("alert") }),
  query: z.strictObject(ofCompany),
  headers: FileHeaders,
  data: z.never(),
  stream: ["audio/mpeg", "audio/mp4", "audio/ogg"],
});
