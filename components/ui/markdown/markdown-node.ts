/** A node of a Markdown or an HTML tree, as far as it matters here. */
export type MarkdownNode = {
  type: string
  value?: string
  children?: MarkdownNode[]
  url?: string
  title?: string | null
  alt?: string | null
  ordered?: boolean | null
  start?: number | null
  checked?: boolean | null
  data?: object
  tagName?: string
  properties?: Record<string, unknown>
}
