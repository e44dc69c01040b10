'use client'
import { type ReactNode, useId } from 'react'
import { PageHeader } from '../shell/page-header'
import { cn } from '../ui/cn'
import { PageBody } from '../ui/scroll-area'
import { Skeleton } from '../ui/skeleton'

type Props = { title: string; controls?: ReactNode; children: ReactNode }

export const InspectorFrame = ({ title, controls, children }: Props) => (
  <>
    <PageHeader title={title}>{controls}</PageHeader>
    <PageBody aria-label="Message inspector">
      <div className="mx-auto flex w-full max-w-6xl flex-col px-4 pt-5 pb-16">{children}</div>
    </PageBody>
  </>
)

export const InspectorSkeleton = () => (
  <div role="status" aria-label="Loading the message" className="flex flex-col gap-4">
    <Skeleton className="h-16" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="mt-4 h-5 w-24" />
    {['h-72', 'h-14', 'h-[56px]'].map((height) => (
      <Skeleton key={height} className={height} />
    ))}
  </div>
)

type RegionProps = { title: string; className?: string; children: ReactNode }
/** A part of the inspector with its heading. */
export function Region({ title, className, children }: RegionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cn('flex min-w-0 flex-col gap-3', className)}>
      <h2 id={id} className="font-medium text-base">
        {title}
      </h2>
      {children}
    </section>
  )
}
