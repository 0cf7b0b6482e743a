import { type FormEvent, useId } from "react";
import { placesPath } from "~/features/places/paths";
import { type Option, SelectField } from "~/ui/choice-field";
import { withMembers } from "~/ui/frame/address";
import { Suggestions } from "~/ui/suggestions";
import { TextField } from "~/ui/text-field";
import { useAnswer } from "~/ui/use-answer";

type Places = { countries: Option[]; states: string[] };

/**
 * The address of a company or a store, within two columns. States and cities are text fields with
 * suggestions: the server checks the state, and with script the suggestions follow the country and
 * state.
 */
export function AddressFields({ places = { countries: [], states: [] } }: { places?: Places }) {
  const listId = useId();
  const [answer, askFor] = useAnswer<{ states: string[]; cities: string[] }>();
  const ask = ({ currentTarget, target }: FormEvent<HTMLElement>) => {
    const name =
      target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : "";
    const typedIn = (field: string) =>
      currentTarget.querySelector<HTMLInputElement>(`[name="${field}"]`)?.value ?? "";
    if (name === "country" || name === "city")
      askFor(
        withMembers(placesPath, {
          country: typedIn("country"),
          state: name === "city" ? typedIn("state") : undefined,
        }),
      );
  };
  const { states, cities } = answer ?? { states: places.states, cities: [] };
  return (
    <fieldset
      aria-label="Address"
      className="contents"
      onChange={(event) => isCountry(event) && ask(event)}
      onFocus={(event) => !isCountry(event) && ask(event)}
    >
      <TextField name="addressLine" label="Address" />
      {places.countries.length > 0 ? (
        <SelectField name="country" label="Country" options={places.countries} />
      ) : null}
      <TextField name="state" label="State" hint="Choose from the list" list={`${listId}-states`} />
      <TextField name="city" label="City" list={`${listId}-cities`} />
      <TextField name="postalCode" label="Postal code" />
      <Suggestions id={`${listId}-states`} names={states} />
      <Suggestions id={`${listId}-cities`} names={cities} />
    </fieldset>
  );
}

const isCountry = ({ target }: FormEvent) => target instanceof HTMLSelectElement;
