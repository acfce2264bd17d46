/** Boards without a server, for working on their design: `npm run dev`, then /gallery.html?game=mandala&at=3&theme=dark. */
import { mount } from 'svelte';
import '../ui/theme.css';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.getElementById('app')! });
