import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { eventOfForm } from "#contract/schedule/event-form";
import { changeEventPlaylist, setEventImage } from "#contract/schedule/event-playlists";
import { eventConfirmations } from "~/features/schedule/event-confirmations.server";
import { EventEffects, EventFields } from "~/features/schedule/event-form";
import {
  checkedEvent,
  type EventFormResult,
  eventConstraints,
  eventFormAgain,
  eventValues,
  readEventForm,
} from "~/features/schedule/event-form.server";
import { findOwnEvent, requireEvent } from "~/features/schedule/events.server";
import { eventEditPath, eventsPath } from "~/features/schedule/paths";
import { eventTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { readForm } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { loadLocationChoices } from "~/lib/locations/location-choices.server";
import { CurrentFile, FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "event"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireEvent(args);
  const event = await findOwnEvent(at);
  const { name, publishedDays } = event;
  const values = eventValues(event, at.pageContext);
  return {
    name,
    path: at.path,
    values,
    constraints: eventConstraints,
    image: imageUrl(args.context, event.imageFileId),
    imageRemoval: eventConfirmations.linkTo(
      "remove-image",
      { id: at.id, path: at.path, name, publishedDays },
      at,
    ),
    locations: await loadLocationChoices(at.pageContext, values),
  };
}

/** Saves the form of the event or that of its image. */
export async function action(args: ActionFunctionArgs) {
  const { pageContext, id, path } = await requireEvent(args);
  const { api } = pageContext;
  if (args.context.posted?.form === "image") {
    const form = await readForm(args, z.object({}));
    const { reply, refused } = await form.submit(
      () => api.call(setEventImage, { query: { id }, files: form.files("image") }),
      {
        file: "image",
      },
    );
    if (refused) return refused;
    args.context.session.flash("success", reply.message);
    return redirect(eventEditPath(path));
  }
  const form = await readEventForm(args, pageContext);
  const { value } = form;
  if (form.finds) return eventFormAgain(pageContext, form);
  if (form.checks) return checkedEvent(pageContext, form, id);
  if (!value) return eventFormAgain(pageContext, form, form.refused());
  const body = { ...eventOfForm(value), id, version: value.version };
  const { reply, refused } = await form.submit(() => api.call(changeEventPlaylist, { body }));
  if (refused) return eventFormAgain(pageContext, form, refused);
  args.context.session.flash("success", reply.message);
  return redirect(path);
}

export default function EditEvent() {
  const { name, path, values, constraints, image, imageRemoval, locations } =
    useLoaderData<typeof loader>();
  const result = useActionData<EventFormResult>();
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : undefined);
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Event playlists", to: eventsPath },
          { label: name, to: path },
        ]}
        title={`Edit ${name}`}
        help={tutorialPath("music_schedule")}
      />
      <Failure failure={result?.failure} />
      {result?.effects ? <EventEffects effects={result.effects} /> : null}
      <Panel>
        <Form fields={{ constraints, values, ...fieldsOf("form") }} keep>
          <VersionField />
          <EventFields locations={result?.locations ?? locations} />
          <FormActions>
            <Button variant="primary">Save event</Button>
            <Button name="_do" value="check">
              Check effects
            </Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
      <Panel title="Image" lead={eventTexts.imageLead}>
        {image ? (
          <div className="mb-4 max-w-form">
            <CurrentFile name="The image now" src={image}>
              <ConfirmLink {...imageRemoval} small icon="trash" />
            </CurrentFile>
          </div>
        ) : null}
        <Form id="image" multipart fields={fieldsOf("image")}>
          <FileField name="image" label={image ? "Another image" : "Image file"} kind="image" />
          <div>
            <Button icon="upload">Upload image</Button>
          </div>
        </Form>
      </Panel>
    </>
  );
}
