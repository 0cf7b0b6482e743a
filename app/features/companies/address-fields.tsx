import { TextField } from "~/ui/text-field";

/** Where a company or a store is; stands within two columns. */
export function AddressFields() {
  return (
    <>
      <TextField name="addressLine" label="Address" autoComplete="street-address" />
      <TextField name="city" label="City" autoComplete="address-level2" />
      <TextField name="state" label="State" autoComplete="address-level1" />
      <TextField name="postalCode" label="Postal code" autoComplete="postal-code" />
    </>
  );
}
