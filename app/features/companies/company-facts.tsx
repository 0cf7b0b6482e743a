import { MailLink, PhoneLink } from "~/ui/frame/contact-links";
import { Facts } from "~/ui/frame/panel";

/** Shows the company's details to people who may not change them; leaves out empty ones. */
export function CompanyFacts({ values }: { values: Record<string, string | string[]> }) {
  const { phone, phoneCountryCode, addressLine, city, state, postalCode } = values;
  const facts = [
    { term: "Company name", value: values.companyName },
    { term: "Website", value: values.companyWebsite },
    { term: "Legal name", value: values.legalName },
    { term: "GSTIN", value: values.gstNo },
    { term: "PAN", value: values.panNo },
    {
      term: "Communication email",
      value: values.commEmail && <MailLink address={String(values.commEmail)} />,
    },
    { term: "Phone", value: phone && <PhoneLink number={`+${phoneCountryCode} ${phone}`} /> },
    { term: "Address", value: [addressLine, city, state, postalCode].filter(Boolean).join(", ") },
    { term: "Time zone", value: values.timeZone },
    { term: "Threshold volume", value: values.thresholdVolume },
  ];
  return <Facts facts={facts.filter(({ value }) => value)} />;
}
