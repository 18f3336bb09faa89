import { getRouteApi } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';
import { TutorialPicture } from './tutorial-picture.tsx';

const tutorial = getRouteApi('/tutorial');

/** Apart from the other documents: its pictures are code that they do not need. */
export function TutorialScreen() {
  return <DocumentPage content={tutorial.useLoaderData()} Picture={TutorialPicture} />;
}
