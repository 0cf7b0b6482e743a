import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "./confirm-page";
import type { ConfirmQuestion } from "./frame/confirm";
import { type Obstacle, ObstaclePage } from "./obstacle-page";
import type { RefusedProps } from "./refused";

/** The data of a confirmation's loader (confirmation.server.ts). */
export type ConfirmData = {
  question: ConfirmQuestion;
  cancelTo: string;
  obstacle: Obstacle | null;
  /** Shown instead of the question once its answer was refused. */
  afterRefusal: Obstacle | null;
};

export const meta: MetaFunction<() => ConfirmData> = ({ data }) => [
  { title: `${data?.obstacle?.title ?? data?.question.title ?? "Confirm"} · Fever In-Store` },
];

/** The page of every confirmation: its question, or the obstacle to it. */
export default function ConfirmRoute() {
  const { question, cancelTo, obstacle, afterRefusal } = useLoaderData<() => ConfirmData>();
  const result = useActionData<RefusedProps["result"]>();
  if (obstacle) return <ObstaclePage {...obstacle} />;
  if (afterRefusal && result?.fields.errors)
    return <ObstaclePage {...afterRefusal} result={result} />;
  return <ConfirmPage {...question} cancelTo={cancelTo} result={result} />;
}
