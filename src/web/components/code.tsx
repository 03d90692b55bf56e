/** What is typed or sent letter by letter: left to right in every language, and whole, however narrow the screen. */
export const Code = ({ children }: { readonly children: string }) => (
  <code dir="ltr" className="block rounded bg-sunken px-3 py-3 text-start text-sm break-words">
    {children}
  </code>
)
