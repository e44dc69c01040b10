'use client'
import type { ReactNode } from 'react'
import { PageHeader } from '../shell/page-header'

type Props = { title: string; controls?: ReactNode; children: ReactNode }

/** The frame of a turn inspector that is a page. */
export const InspectorFrame = ({ title, controls, children }: Props) => (
  <>
    <PageHeader title={title}>{controls}</PageHeader>
    <section
      aria-label="Turn inspector"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls here, so the keyboard must reach it
      tabIndex={0}
      className="-outline-offset-2 min-h-0 flex-1 overflow-y-auto"
    >
      <div className="mx-auto flex w-full max-w-5xl flex-col px-4 pt-5 pb-16">{children}</div>
    </section>
  </>
)
