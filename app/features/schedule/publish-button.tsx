import { Button } from "~/ui/frame/button";
import { PostForm } from "~/ui/frame/post-form";

/**
 * Publishes at once if nothing is wrong with the day; otherwise asks first
 * (publish.server.ts).
 */
export function PublishButton({ to }: { to: string }) {
  return (
    <PostForm action={to}>
      <Button variant="primary">Publish</Button>
    </PostForm>
  );
}
