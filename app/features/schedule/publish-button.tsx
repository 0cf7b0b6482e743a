import { Button } from "~/ui/frame/button";
import { PostForm } from "~/ui/frame/post-form";

/**
 * Publishes at once where nothing is wrong with the day; else the answer is the question
 * (publish.server.ts).
 */
export function PublishButton({ to }: { to: string }) {
  return (
    <PostForm action={to}>
      <Button variant="primary">Publish</Button>
    </PostForm>
  );
}
