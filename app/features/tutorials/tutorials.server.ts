import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Area, mayOpen } from "#contract/base/roles";
import { captionFile, tutorialFile, videoFile } from "#contract/tutorials/media";
import { tutorialPictures } from "#contract/tutorials/pictures";
import { isTutorialKey, tutorialKeys, tutorials } from "#contract/tutorials/words";
import type { PageContext } from "~/lib/session/guard.server";
import { areaPages } from "~/lib/session/home";
import { tutorialsTexts } from "./texts";

/** The area of the list of all tutorials. */
const list: Area = "VIDEO_TUTORIALS";

export const loadTutorials = ({ person }: PageContext) =>
  tutorialKeys.map((key) => {
    const { title, about, areas } = tutorials[key];
    return { key, title, about, page: pageOf(areas, person) };
  });

/**
 * Loads a tutorial for people who may open a page that it explains, or the list of tutorials;
 * otherwise redirects to /login (NAV-8).
 */
export async function loadTutorial(args: LoaderFunctionArgs, { person }: PageContext) {
  const { key } = args.params;
  const explained = isTutorialKey(key) ? [tutorials[key]] : Object.values(tutorials);
  if (![...explained.flatMap(({ areas }) => areas), list].some((area) => mayOpen(person, area)))
    throw redirect("/login");
  if (!isTutorialKey(key))
    throw Response.json({ message: tutorialsTexts.notFound }, { status: 404 });
  const { title, about, areas, steps } = tutorials[key];
  const pictures = tutorialPictures[key];
  return {
    title,
    about,
    page: pageOf(areas, person),
    hasList: mayOpen(person, list),
    video: {
      src: `/${videoFile(key)}`,
      captions: `/${captionFile(key)}`,
      poster: `/${tutorialFile(key, 0)}`,
    },
    steps: steps.map((text, step) => {
      const place = pictures.findIndex((picture) => picture.step === step);
      return {
        text,
        picture: pictures[place]
          ? { src: `/${tutorialFile(key, place)}`, alt: pictures[place].alt }
          : null,
      };
    }),
  };
}

/** Links to the page in the menu that a tutorial explains, if the person may open it. */
function pageOf(areas: readonly Area[], person: PageContext["person"]) {
  const areaPage = areaPages.find(({ area }) => areas.includes(area) && mayOpen(person, area));
  return areaPage ? { label: areaPage.label, to: areaPage.to } : null;
}
