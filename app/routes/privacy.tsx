import type { MetaFunction } from "@remix-run/node";
import { PublicPage } from "~/features/session/public-page";
import type { ScriptHandle } from "~/root";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: "Privacy policy · Fever In-Store" },
  { name: "description", content: "What Fever In-Store keeps about the people who use it, why, and for how long." },
];

export default function Privacy() {
  return (
    <PublicPage>
      <article className="mx-auto grid max-w-[680px] gap-4 py-8">
        <h1 className="text-xl font-bold">Privacy policy</h1>
        <p className="text-ink-2">What we keep about the people who use Fever In-Store, why, and for how long.</p>
        {sections.map(({ title, text }) => (
          <section key={title} className="grid gap-1">
            <h2 className="text-lg font-semibold">{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </article>
    </PublicPage>
  );
}

const sections = [
  {
    title: "Who we are",
    text: "Fever In-Store runs music, ads and promos in retail stores for the companies that own them. Those companies decide who may sign in; we keep the accounts for them.",
  },
  {
    title: "What we keep",
    text: "Your name, email address, username and role; a hash of your password, never the password itself; when you signed in, from which address and with which browser; and a record of the changes you made, so that mistakes can be traced and undone.",
  },
  {
    title: "What we do not keep",
    text: "Nothing about shoppers. Store players report what they played, how loud, and that they are running. There is no advertising tracking on these pages, and no cookies but our own: one keeps you signed in, one proves that a form is yours, one keeps a form that could not be sent for an hour, and one keeps your request to become a client for 30 days, until you send or discard it. Your browser also keeps your entries in long forms for a day.",
  },
  {
    title: "How long",
    text: "Accounts: for as long as your company keeps them. Sign-in records: 36 months. The change log and play records: for as long as billing law requires. Your requests and questions: until six months after our reply, at most two years, or until you ask us to delete them.",
  },
  {
    title: "Your rights",
    text: "You can see and correct what we keep about you, and have it deleted unless the law requires us to keep it. Ask the person in your company who created your account.",
  },
];
