import type { Testimonial } from "#contract/onboarding/public-site";
import { publicSiteTexts } from "./texts";

/** Shows clients' quotes on the landing page; nothing if there are none. */
export function Testimonials({ all }: { all: Testimonial[] }) {
  if (all.length === 0) return null;
  return (
    <section className="grid gap-4" aria-labelledby="clients">
      <h2 id="clients" className="text-xl font-semibold">
        {publicSiteTexts.whatClientsSay}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {all.map(({ quote, person, role }) => (
          <li key={quote} className="panel p-5">
            <figure className="grid h-full content-between gap-3">
              <blockquote className="text-lg">“{quote}”</blockquote>
              <figcaption className="text-sm text-ink-2">
                <span className="block font-semibold text-ink">{person}</span>
                {role}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
