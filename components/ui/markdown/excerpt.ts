/** Classes for Markdown of a few lines in a narrow place: its headings and tables are no larger than its text. */
export const EXCERPT =
  '[&_h3]:mt-0 [&_h3]:text-sm [&_table]:text-xs [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:py-1'
