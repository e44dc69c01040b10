import { InspectorFrame } from '@/components/inspector/inspector-frame'
import { InspectorSkeleton } from '@/components/inspector/inspector-skeleton'

export default function Loading() {
  return (
    <InspectorFrame title="Message">
      <InspectorSkeleton />
    </InspectorFrame>
  )
}
