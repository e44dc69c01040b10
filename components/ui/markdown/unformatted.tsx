import { TextParts } from './text-parts'

/** A text whose formatting comes later: bars where its lines are, so that no marks are seen. */
export const Unformatted = ({ text }: { text: string }) => (
  <p dir="auto" className="text-bars whitespace-pre-wrap break-words">
    <TextParts text={text} />
  </p>
)
