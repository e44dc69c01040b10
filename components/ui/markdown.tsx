'use client'
import { memo } from 'react'
import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { rehypeCitations } from './citations'
import { cn } from './cn'
import { longTextClass } from './long-text'
import { allowedElements, elements } from './markdown-elements'
import { safeUrl } from './safe-url'

/** Without `rehype-raw` HTML stays text; the sanitiser, the list of elements and the URL check are three separate fences. */
const rehypePlugins = [defaultRehypePlugins.sanitize, rehypeCitations].filter(
  (plugin) => plugin !== undefined,
)
const unfinished = { linkMode: 'text-only', images: false, katex: false, htmlTags: false } as const

/** Untrusted text as Markdown. `live` = more is coming: open marks at the end are closed for now, and a caret is shown. */
export const Markdown = memo(function Markdown({
  text,
  live = false,
  small = false,
}: {
  text: string
  live?: boolean
  small?: boolean
}) {
  return (
    <Streamdown
      components={elements}
      allowedElements={allowedElements}
      rehypePlugins={rehypePlugins}
      urlTransform={safeUrl}
      remend={unfinished}
      parseIncompleteMarkdown={live}
      isAnimating={live}
      controls={false}
      dir="auto"
      className={cn(
        'flex min-w-0 flex-col',
        longTextClass(text),
        small ? 'gap-2 text-sm' : 'gap-4 text-base',
      )}
      {...(live ? { 'data-live': '' } : {})}
    >
      {text}
    </Streamdown>
  )
})
