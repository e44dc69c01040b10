import { Skeleton, SkeletonText } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-10 px-4 py-20">
      <Skeleton className="h-40" />
      <SkeletonText lines={5} />
      <SkeletonText lines={4} />
    </div>
  )
}
