import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WeekFields } from "~/features/stores/hours-fields";
import { VolumeField } from "~/features/stores/store-fields";
import { loadStoresChange, saveStoresChange } from "~/features/stores/stores-change.server";
import { storeFormTexts, storesChangeTexts } from "~/features/stores/texts";
import { requireArea } from "~/lib/session/guard.server";
import { FoundSelectField } from "~/ui/find-options";
import { Form, FormActions, FormSection } from "~/ui/form";
import { withMember } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Tabs } from "~/ui/frame/tabs";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Change ${data?.stores ?? "stores"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadStoresChange(args, await requireArea(args, "STORES"));
}

export async function action(args: ActionFunctionArgs) {
  return saveStoresChange(args, await requireArea(args, "STORES"));
}

const sections = {
  group: { label: "Group", buttonLabel: (stores: string) => `Move ${stores}` },
  volume: { label: "Volume", buttonLabel: (stores: string) => `Set the volume of ${stores}` },
  hours: { label: "Opening hours", buttonLabel: (stores: string) => `Set the hours of ${stores}` },
};

/** Changes one section of several stores. */
export default function ChangeStores() {
  const { section, here, backTo, stores, names, firstName, constraints, values, groups } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const groupChoices = (result && "groups" in result ? result.groups : null) ?? groups;
  const formKey = result && "drawn" in result ? result.drawn : undefined;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Stores", to: backTo }]}
        title={`Change ${stores}`}
        lead={names}
      />
      <Tabs
        label="What to change"
        tabs={Object.entries(sections).map(([key, { label }]) => ({
          label,
          to: withMember(here, "section", key === "group" ? undefined : key),
          current: key === section,
        }))}
      />
      <Failure failure={result?.failure} />
      <Form key={`${section} ${formKey ?? ""}`} fields={{ constraints, values, ...result?.fields }}>
        {section === "group" && groupChoices ? (
          <FormSection title="Group" hint={storesChangeTexts.group}>
            <FoundSelectField
              what="groups"
              name="groupId"
              label="Group"
              placeholder="Choose a group"
              hint={storeFormTexts.group}
              choices={groupChoices}
            />
          </FormSection>
        ) : null}
        {section === "volume" ? (
          <FormSection title="Volume" hint={storesChangeTexts.volume}>
            <VolumeField />
          </FormSection>
        ) : null}
        {section === "hours" ? (
          <WeekFields hint={storesChangeTexts.hours(firstName ?? "")} />
        ) : null}
        <FormActions>
          <Button variant="primary">{sections[section].buttonLabel(stores)}</Button>
          <ButtonLink to={backTo}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
