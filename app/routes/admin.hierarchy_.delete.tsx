import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { hierarchyPath, labelOf, pathTo, treeTo } from "~/features/hierarchy/addresses";
import { deletion } from "~/features/hierarchy/deletion";
import { readOpen } from "~/features/hierarchy/tree.server";
import { describe, readUnit, removeUnit } from "~/features/hierarchy/unit-form.server";
import { readForm } from "~/lib/forms.server";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Delete a unit · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "HIERARCHY");
  const { kind, id } = readUnit(args.request, guarded);
  if (id === undefined) throw redirect(hierarchyPath);
  const { name, path, inTheWay, goesAlong, mayRemove } = await describe(guarded, kind, id);
  return { kind, name, path, inTheWay, goesAlong, mayRemove, backTo: treeTo(readOpen(args.request, guarded)) };
}

/** What somebody put into it since the question was asked keeps it, and is said. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await requireArea(args, "HIERARCHY");
  const { kind, id } = readUnit(args.request, guarded);
  if (id === undefined) return redirect(hierarchyPath);
  const { name } = await describe(guarded, kind, id);
  const form = await readForm(args.request, z.strictObject({}));
  const { refused } = await form.submit(() => guarded.api.call(removeUnit[kind], { query: { id } }));
  if (refused) return refused;
  args.context.session.flash("success", `${labelOf[kind]} ${name} deleted`);
  return redirect(treeTo(pathTo(kind, readOpen(args.request, guarded)).closed));
}

export default function DeleteUnit() {
  const { kind, name, inTheWay, goesAlong, mayRemove, backTo } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { obstacles, alongside, advice } = deletion(kind, inTheWay, goesAlong);
  if (!mayRemove || obstacles.length > 0)
    return (
      <div className="max-w-form">
        <PageHead crumbs={[{ label: "Hierarchy", to: backTo }]} title={`${name} can not be deleted yet`} />
        <Panel>
          {mayRemove ? (
            <>
              <p>In the way:</p>
              <ul className="my-2 list-disc pl-5">
                {obstacles.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <p className="text-ink-2">{advice}</p>
            </>
          ) : (
            <p>It is deleted by those who look after what is above it.</p>
          )}
          <p className="mt-4">
            <ButtonLink to={backTo}>Back to the hierarchy</ButtonLink>
          </p>
        </Panel>
      </div>
    );
  return (
    <ConfirmPage
      result={result}
      title={`Delete ${kind} ${name}?`}
      confirmLabel={`Delete ${kind}`}
      danger
      cancelTo={backTo}
      message={
        alongside.length === 0 ? (
          "Nothing else goes with it."
        ) : (
          <>
            <p>With it go:</p>
            <ul className="mt-1 list-disc pl-5">
              {alongside.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )
      }
    />
  );
}
