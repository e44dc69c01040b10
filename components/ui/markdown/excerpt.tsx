import { plainLine } from '@/lib/shared/memory/readable'

/** A text that may be Markdown, in a narrow place: a part of a table or list would not be one. */
export const Excerpt = ({ text, className }: { text: string; className: string }) => (
  <p dir="auto" className={className}>
    {plainLine(text)}
  </p>
)
