import { unitFields } from "#contract/base/scope";
import { type Option, RadioField, SelectField } from "~/ui/choice-field";
import { FoundMultiSelectField, type FoundOptions } from "~/ui/find-options";
import { FormSection, TwoColumns } from "~/ui/form";
import { EmailField, PhoneField, TextField } from "~/ui/text-field";
import { userFormTexts } from "./texts";
import { type UnitLevel, unitsOf } from "./unit-levels";

export type UnitChoices = Record<UnitLevel, FoundOptions> & { national: boolean };
type Props = { of: "company" | "staff"; roles: Option[]; units?: UnitChoices; username?: string };

const roleHints: Record<string, string> = {
  ROLE_Client_Admin: userFormTexts.admin,
  ROLE_Client_Admin_Limited: userFormTexts.adminLimited,
  ROLE_Store_Music_Manager: userFormTexts.storeManager,
};

/**
 * The fields of UserForm. It holds the units of all levels; the style sheet shows those of the
 * chosen level, without script too.
 */
export function UserFields({ of, roles, units, username }: Props) {
  return (
    <>
      <FormSection title="Person">
        <TwoColumns>
          <TextField name="firstName" label="First name" />
          <TextField name="lastName" label="Last name" />
          <EmailField
            name="email"
            label="Email"
            hint={username === undefined ? userFormTexts.newEmail : userFormTexts.email}
          />
          <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
          {username === undefined ? (
            <TextField
              name="username"
              label="Username"
              hint={userFormTexts.username}
              spellCheck={false}
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
              <RadioField
                name="role"
                label="Role"
                options={roles.map((role) => ({ ...role, hint: roleHints[role.value] }))}
              />
              <ScopeFields units={units} />
            </>
          )}
        </FormSection>
      </div>
    </>
  );
}

function ScopeFields({ units }: { units: UnitChoices }) {
  const has = ({ options, find }: FoundOptions) => options.length > 0 || find !== null;
  const levels = [
    { value: "national", label: "National: the whole company", show: units.national },
    { value: "regional", label: "Regional", show: has(units.regional) },
    { value: "zonal", label: "Zonal", show: has(units.zonal) },
    { value: "group", label: "Group", show: has(units.group) },
    { value: "store", label: "Store", show: has(units.store) },
  ].filter(({ show }) => show);
  return (
    <>
      <RadioField
        name="level"
        label="Level"
        hint={userFormTexts.scope}
        className="for-levels"
        options={levels}
        inline
      />
      {unitLevels.map(({ level, levelLabel, label, className }) => (
        <FoundMultiSelectField
          key={level}
          name={unitFields[level]}
          label={label}
          hint={`For level ${levelLabel}`}
          className={className}
          what={unitsOf[level]}
          choices={units[level]}
          findPlaceholder={level === "store" ? "Name or code" : undefined}
          columns={2}
        />
      ))}
    </>
  );
}

const unitLevels = [
  { level: "regional", levelLabel: "Regional", label: "Regions", className: "for-regional" },
  { level: "zonal", levelLabel: "Zonal", label: "Zones", className: "for-zonal" },
  { level: "group", levelLabel: "Group", label: "Groups", className: "for-group" },
  { level: "store", levelLabel: "Store", label: "Stores", className: "for-store" },
] as const;
