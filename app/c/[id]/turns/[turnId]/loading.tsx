import { InspectorFrame, InspectorSkeleton } from '@/components/inspector/inspector-frame'

export default function Loading() {
  return (
    <InspectorFrame title="Message">
      <InspectorSkeleton />
    </InspectorFrame>
  )
}
