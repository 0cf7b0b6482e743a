import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Cover } from "./cover.tsx";

const draw = (shape: number, colours: number) =>
  renderToStaticMarkup(<Cover art={{ shape, colours, picture: null }} />);

test("a song's cover is the same everywhere, small, without style, and silent to screen readers [LOOK-1]", () => {
  const drawings = Array.from({ length: 600 }, (_, song) => draw(song * 7919, song % 24));
  expect(new Set(drawings).size).toBeGreaterThan(200);
  for (const [song, drawing] of drawings.entries()) {
    expect(draw(song * 7919, song % 24)).toBe(drawing);
    expect(drawing).toMatch(/^<span aria-hidden="true"/);
    expect(drawing).not.toMatch(/ style=|undefined|NaN/);
    expect(drawing.length).toBeLessThan(720);
  }
});

test("a picture stands over the drawing; a spot has its kind's sign [LOOK-1]", () => {
  const picture = renderToStaticMarkup(
    <Cover art={{ shape: 1, colours: 1, picture: "/images/one" }} />,
  );
  expect(picture).toMatch(/<svg.*<img src="\/images\/one" alt=""/);
  expect(renderToStaticMarkup(<Cover art="ad" />)).toContain("fill-ad");
});
