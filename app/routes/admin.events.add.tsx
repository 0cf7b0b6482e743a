import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { eventOfForm } from "#contract/schedule/event-form";
import { addEventPlaylist } from "#contract/schedule/event-playlists";
import { EventEffects, EventFields } from "~/features/schedule/event-form";
import {
  checkedEvent,
  type EventFormResult,
  eventConstraints,
  eventFormAgain,
  newEventValues,
  readDates,
  readEventForm,
} from "~/features/schedule/event-form.server";
import { eventPath, eventPickerPath, eventsPath } from "~/features/schedule/paths";
import { eventTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { loadLocationChoices } from "~/lib/locations/location-choices.server";
import { requireArea } from "~/lib/session/guard.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Add event · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_SCHEDULE");
  return {
    constraints: eventConstraints,
    values: { ...newEventValues, ...readDates(args.request) },
    locations: await loadLocationChoices(pageContext, {}),
  };
}

/** Adds the event and leads to its songs; searching locations and checking save nothing. */
export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_SCHEDULE");
  const form = await readEventForm(args, pageContext);
  const { value } = form;
  if (form.finds) return eventFormAgain(pageContext, form);
  if (form.checks) return checkedEvent(pageContext, form);
  if (!value) return eventFormAgain(pageContext, form, form.refused());
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(addEventPlaylist, { body: eventOfForm(value) }),
  );
  if (refused) return eventFormAgain(pageContext, form, refused);
  args.context.session.flash("success", eventTexts.added(value.name));
  return redirect(eventPickerPath(eventPath(pageContext.ids.encrypt("event", reply.data.id))));
}

export default function AddEvent() {
  const { constraints, values, locations } = useLoaderData<typeof loader>();
  const result = useActionData<EventFormResult>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Event playlists", to: eventsPath }]}
        title="Add event"
        lead={eventTexts.formLead}
        help={tutorialPath("music_schedule")}
      />
      <Failure failure={result?.failure} />
      {result?.effects ? <EventEffects effects={result.effects} /> : null}
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }} keep>
          <EventFields locations={result?.locations ?? locations} />
          <FormActions>
            <Button variant="primary">Add event</Button>
            <Button name="_do" value="check">
              Check effects
            </Button>
            <ButtonLink to={eventsPath}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
