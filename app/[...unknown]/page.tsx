import { notFound } from 'next/navigation'

/** Any other address. It is a page, so that the actions of the frame around it, which go to the address one is at, are answered there. */
export default function Page() {
  notFound()
}
