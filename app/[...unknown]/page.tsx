import { notFound } from 'next/navigation'

/** Any other address. It is a page, so that server actions called from such an address are answered. */
export default function Page() {
  notFound()
}
