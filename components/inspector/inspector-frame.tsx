'use client'
import type { ReactNode } from 'react'
import { PageHeader } from '../shell/page-header'
import { PageBody } from '../ui/scroll-area'

type Props = { title: string; controls?: ReactNode; children: ReactNode }

export const InspectorFrame = ({ title, controls, children }: Props) => (
  <>
    <PageHeader title={title}>{controls}</PageHeader>
    <PageBody aria-label="Message inspector">
      <div className="mx-auto flex w-full max-w-6xl flex-col px-4 pt-5 pb-16">{children}</div>
    </PageBody>
  </>
)
