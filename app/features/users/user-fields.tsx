import { Button } from "~/ui/button";
import { MultiSelectField, type Option, RadioField, SelectField } from "~/ui/choice-field";
import { longestSearch } from "~/ui/filter-bar";
import { FormSection, TwoColumns } from "~/ui/form";
import { EmailField, PhoneField, TextField } from "~/ui/text-field";

export type UnitChoices = {
  national: boolean;
  regional: Option[];
  zonal: Option[];
  group: Option[];
  store: Option[];
  moreStores: boolean;
  search: string;
};
type Props = { of: "company" | "staff"; roles: Option[]; units?: UnitChoices; username?: string };

const roleHints: Record<string, string> = {
  ROLE_Client_Admin: "Works with everything within the scope below",
  ROLE_Client_Admin_Limited: "Sees the dashboard, works on music and ad spots",
  ROLE_Store_Music_Manager: "Signs in to the store's player, and nothing else",
};

/** The fields of UserForm. Without script all levels' units would do; by style alone only the chosen level's are shown. */
export function UserFields({ of, roles, units, username }: Props) {
  return (
    <>
      <FormSection title="Person">
        <TwoColumns>
          <TextField name="fname" label="First name" autoComplete="off" />
          <TextField name="lname" label="Last name" autoComplete="off" />
          <EmailField name="email" label="Email" hint="The invitation goes here" autoComplete="off" />
          <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
          {username === undefined ? (
            <TextField
              name="username"
              label="Username"
              hint="Left empty, it is made of the name: Asha_Rao_4821"
              spellCheck={false}
              autoComplete="off"
            />
          ) : null}
        </TwoColumns>
      </FormSection>
      <div className="user-place grid gap-5">
        <FormSection title={units ? "Role and scope" : "Role"}>
          {of === "staff" || !units ? (
            <SelectField name="role" label="Role" placeholder="Choose" options={roles} />
          ) : (
            <>
              <RadioField name="role" label="Role" options={roles.map((role) => ({ ...role, hint: roleHints[role.value] }))} />
              <ScopeFields units={units} />
            </>
          )}
        </FormSection>
      </div>
    </>
  );
}

function ScopeFields({ units }: { units: UnitChoices }) {
  const has = (options: Option[]) => options.length > 0;
  const levels = [
    { value: "national", label: "National: the whole company", show: units.national },
    { value: "regional", label: "Regional", show: has(units.regional) },
    { value: "zonal", label: "Zonal", show: has(units.zonal) },
    { value: "group", label: "Group", show: has(units.group) },
    { value: "store", label: "Store", show: has(units.store) || units.search !== "" },
  ].filter(({ show }) => show);
  return (
    <>
      <RadioField
        name="level"
        label="Level"
        hint="How wide the person sees; a store manager's is store"
        className="for-levels"
        options={levels}
        inline
      />
      <MultiSelectField
        name="regionIds"
        label="Regions"
        hint="For the level regional"
        className="for-regional"
        options={units.regional}
        columns={2}
      />
      <MultiSelectField name="zoneIds" label="Zones" hint="For the level zonal" className="for-zonal" options={units.zonal} columns={2} />
      <MultiSelectField name="groupIds" label="Groups" hint="For the level group" className="for-group" options={units.group} columns={2} />
      <div className="for-store grid gap-2">
        {units.moreStores || units.search ? (
          <div className="flex flex-wrap items-end gap-2">
            <div className="grid gap-1.5">
              <label htmlFor="find-stores" className="font-semibold">
                Find stores
              </label>
              <input
                id="find-stores"
                name="_search"
                type="search"
                defaultValue={units.search}
                maxLength={longestSearch}
                placeholder="Name or code"
                className="control"
              />
            </div>
            <Button name="_find" value="stores" formNoValidate>
              Find
            </Button>
          </div>
        ) : null}
        <MultiSelectField
          name="storeIds"
          label="Stores"
          hint={
            units.moreStores
              ? "For the level store. Not all are listed: find others by name or code; what is ticked stays."
              : "For the level store"
          }
          options={units.store}
          columns={2}
        />
      </div>
    </>
  );
}
