import { Code } from '#web/components/code.tsx'

/** What is typed on the desk's server: `desk` by itself under systemd and in front of a container, else npm's form of it. */
export const DeskCommand = ({ words }: { readonly words: string }) => (
  <>
    <Code>{`desk ${words}`}</Code>
    <Code>{`npm run -s desk -- ${words}`}</Code>
  </>
)
