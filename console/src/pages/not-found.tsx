import { Empty, PageHead } from '../ui/basics.tsx';

export function NotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <Empty title="There is no page at this address.">Use the navigation, or press <kbd>/</kbd> to find an id.</Empty>
    </>
  );
}
