// Runs in each page before its own script, as text: notes paints and long tasks from the beginning
// on.
const seen = { paints: [], firstPaint: 0, tasks: [] };
window.seen = seen;
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
    type,
    buffered: true,
  });
watch("largest-contentful-paint", ({ startTime }) => seen.paints.push(startTime));
watch("paint", ({ name, startTime }) => {
  if (name === "first-contentful-paint") seen.firstPaint = startTime;
});
watch("longtask", ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }));
