import type { ComponentProps } from 'react'

type Props = ComponentProps<'section'> & { as?: 'section' | 'div' | 'figure' | 'pre' | 'ul' }

/** An element that scrolls, so the keyboard must reach it. */
export function ScrollArea({ as = 'div', ...props }: Props) {
  const Tag = as as 'section'
  return <Tag tabIndex={0} {...props} />
}

export const PageBody = ({ className = '', ...props }: ComponentProps<'section'>) => (
  <ScrollArea
    as="section"
    className={`-outline-offset-2 min-h-0 flex-1 overflow-y-auto ${className}`}
    {...props}
  />
)
