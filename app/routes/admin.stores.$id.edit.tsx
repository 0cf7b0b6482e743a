import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HoursFields } from "~/features/stores/hours-fields";
import { countExceptions } from "~/features/stores/hours-lines";
import { storePath, storesPath } from "~/features/stores/paths";
import { loadStoreEdit, saveStoreSection } from "~/features/stores/store-edit.server";
import { DeviceFields, PlaceFields, SoundFields } from "~/features/stores/store-fields";
import { storeFormTexts } from "~/features/stores/texts";
import { requireArea } from "~/lib/session/guard.server";
import { Form, FormActions } from "~/ui/form";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Tabs } from "~/ui/frame/tabs";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "store"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadStoreEdit(args, await requireArea(args, "STORES"));
}

export async function action(args: ActionFunctionArgs) {
  return saveStoreSection(args, await requireArea(args, "STORES"));
}

const sections = {
  place: "Place",
  hours: "Opening hours",
  device: "Device",
  sound: "Volume and licence",
};

export default function EditStore() {
  const { ref, name, section, constraints, values, dates, groups, zones, places } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const detail = storePath(ref);
  const groupChoices = (result && "groups" in result ? result.groups : null) ?? groups;
  const formKey = result && "drawn" in result ? result.drawn : undefined;
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Stores", to: storesPath },
          { label: name, to: detail },
        ]}
        title={`Edit ${name}`}
        lead={storeFormTexts.sections}
      />
      <Tabs
        label="Sections"
        tabs={Object.entries(sections).map(([key, label]) => ({
          label,
          to: withMembers(`${detail}/edit`, { section: key === "place" ? undefined : key }),
          current: key === section,
        }))}
      />
      <Failure failure={result?.failure} />
      <Form
        key={`${section} ${formKey ?? ""}`}
        fields={{ constraints, values, ...result?.fields }}
        keep
      >
        <VersionField />
        {section === "place" ? (
          <PlaceFields groups={groupChoices} zones={zones} places={places} store={ref} />
        ) : null}
        {section === "hours" ? (
          <HoursFields
            dates={result?.fields.values ? countExceptions(result.fields.values) : dates}
          />
        ) : null}
        {section === "device" ? <DeviceFields /> : null}
        {section === "sound" ? <SoundFields /> : null}
        <FormActions>
          <Button variant="primary">Save {sections[section].toLowerCase()}</Button>
          <ButtonLink to={detail}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
