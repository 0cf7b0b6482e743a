import { speeds } from "#contract/library/words";
import { Weekdays } from "~/features/schedule/weekdays";
import { RadioField, SelectField } from "~/ui/choice-field";
import { NumberField, TextField, TimeField } from "~/ui/text-field";
import { type ListWords, titled } from "./list-words";
import { listTexts } from "./texts";

const speedOptions = Object.entries(speeds).map(([value, label]) => ({ value, label }));

/** The fields of an item; `inline` lays them out in a row above a list. */
export function ItemFields({ words, inline = false }: { words: ListWords; inline?: boolean }) {
  return (
    <>
      <TextField
        name="name"
        label={inline ? `New ${words.one}` : titled(`Name of the ${words.one}`)}
        className={inline ? "min-w-0 flex-[1_1_220px]" : undefined}
      />
      {words.rank === "speed" && inline ? (
        <SelectField name="rank" label="Speed" options={speedOptions} placeholder="Choose" />
      ) : null}
      {words.rank === "speed" && !inline ? (
        <RadioField
          name="rank"
          label="Speed"
          options={speedOptions}
          inline
          hint={listTexts.speed}
        />
      ) : null}
      {words.rank === "place" ? (
        <NumberField
          name="rank"
          label="Position in the list"
          hint={inline ? undefined : listTexts.place}
        />
      ) : null}
      {words.window === "must" || (words.window && !inline) ? (
        <WindowFields words={words} inline={inline} />
      ) : null}
    </>
  );
}

/** When songs of an item may start. */
function WindowFields({ words, inline }: { words: ListWords; inline: boolean }) {
  const lead = words.window === "must" ? listTexts.windowOnly : listTexts.window(words.one);
  return (
    <fieldset aria-label="Play window" className={inline ? "w-full" : "min-w-0"}>
      {inline ? null : <p className="font-semibold">Play window</p>}
      <p className="mb-3 text-sm text-ink-3">{lead}</p>
      <div className="flex flex-wrap gap-3">
        <TimeField name="playFrom" label="From" />
        <TimeField name="playTo" label="To" />
      </div>
      <Weekdays name="playDays" hint={listTexts.windowDays} />
    </fieldset>
  );
}
