import { MemorySkeleton } from '@/components/memory/memory-skeleton'

export default function Loading() {
  return <MemorySkeleton />
}
